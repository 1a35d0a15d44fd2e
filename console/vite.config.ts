/**
 * How the console is built: into `dist/`, which the service serves at `/app`. Files that compress well are
 * written compressed as well, so that the service never compresses them.
 */
import { brotliCompressSync, constants, gzipSync } from "node:zlib";
import react from "@vitejs/plugin-react";
import { defineConfig, type Plugin } from "vite";

const COMPRESSED_FROM = 1_024;

function compressed(): Plugin {
  return {
    name: "compressed",
    apply: "build",
    generateBundle(_options, bundle) {
      for (const [fileName, file] of Object.entries(bundle)) {
        if (!/\.(js|css|svg)$/.test(fileName)) continue;
        const source = Buffer.from(file.type === "chunk" ? file.code : file.source);
        if (source.length < COMPRESSED_FROM) continue;
        const params = { [constants.BROTLI_PARAM_QUALITY]: 9 };
        this.emitFile({
          type: "asset",
          fileName: `${fileName}.br`,
          source: brotliCompressSync(source, { params }),
        });
        this.emitFile({ type: "asset", fileName: `${fileName}.gz`, source: gzipSync(source, { level: 9 }) });
      }
    },
  };
}

export default defineConfig({
  base: "/app/",
  plugins: [react(), compressed()],
  build: {
    target: "es2022",
    modulePreload: { polyfill: false },
    // Content security allows styles and fonts of this service only, so none may be written into another
    // file.
    assetsInlineLimit: 0,
    reportCompressedSize: false,
    chunkSizeWarningLimit: 1_000,
  },
});
