/** The console's entry: providers around the router, and the styles of all pages. */
import "@fontsource-variable/inter/wght.css";
import "@mantine/core/styles/baseline.css";
import "@mantine/core/styles/default-css-variables.css";
import "@mantine/core/styles/global.css";
import "@mantine/core/styles/UnstyledButton.css";
import "@mantine/core/styles/Paper.css";
import "@mantine/core/styles/Popover.css";
import "@mantine/core/styles/Menu.css";
import "./style/tokens.css";
import "./style/library.css";
import "./style/base.css";
import "./style/parts.css";
import "./style/shell.css";
import "./style/statement.css";
import "./style/print.css";
import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import { MantineProvider } from "@mantine/core";
import { QueryClientProvider } from "@tanstack/react-query";
import { RouterProvider } from "@tanstack/react-router";
import { setNonce } from "get-nonce";
import { STYLE_NONCE } from "./api/service.ts";
import { queryClient } from "./api/queries.ts";
import { usePreferences } from "./parts/preferences.ts";
import { pressOnce } from "./parts/use-write.ts";
import { router } from "./router.tsx";

// The library that stops the page from scrolling under a dialog writes a style of its own.
setNonce(STYLE_NONCE);
pressOnce();

function Application() {
  const { theme } = usePreferences();
  return (
    <MantineProvider
      defaultColorScheme="auto"
      {...(theme === "auto" ? {} : { forceColorScheme: theme })}
      getStyleNonce={() => STYLE_NONCE}
      theme={{ fontFamily: "inherit", respectReducedMotion: true, defaultRadius: "sm" }}
      withGlobalClasses={false}
    >
      <QueryClientProvider client={queryClient}>
        <RouterProvider router={router} />
      </QueryClientProvider>
    </MantineProvider>
  );
}

const root = document.querySelector("#root");
if (root === null) throw new Error("The page has no place for the application.");
createRoot(root).render(
  <StrictMode>
    <Application />
  </StrictMode>,
);
