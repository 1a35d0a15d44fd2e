/**
 * The files in `deploy/` for operators: each is accepted by the program that it is for, and names only
 * existing settings. Not every machine has a Docker engine and Helm, so their files are only parsed as YAML.
 */
import { spawnSync } from "node:child_process";
import { mkdir, readdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, test } from "vitest";
import { parse } from "yaml";
import { isGivenToImage } from "../support/image.ts";
import { LONG } from "./daybook.ts";
import { ownPlace, ownService } from "./own.ts";
import { describeWith, outsideProgram } from "./outside.ts";
import { freePort, newFolder } from "./place.ts";

const ROOT = fileURLToPath(new URL("../../", import.meta.url));
const textOf = (path: string): Promise<string> => readFile(join(ROOT, path), "utf8");

/** The settings that the reference page lists, and those that name the file of a secret. */
const SETTINGS = new Set(
  [...(await textOf("published/config.md")).matchAll(/^\| `([A-Z0-9_]+)`|`([A-Z0-9_]+_FILE)`/gm)].map(
    ([, name, inFile]) => name ?? inFile,
  ),
);

function run(program: string, words: readonly string[]): { code: number | null; output: string } {
  const { status, stdout, stderr } = spawnSync(program, words, { encoding: "utf8" });
  return { code: status, output: `${stdout}${stderr}` };
}

type Environment = Readonly<Record<string, string>>;

describe("settings", () => {
  test("of the compose file and its example are settings of the service", async () => {
    const { services } = parse(await textOf("deploy/docker/compose.yaml"), { merge: true }) as {
      services: Readonly<Record<string, { environment?: Environment; image: string; read_only?: boolean }>>;
    };
    const own = Object.entries(services).filter(([, { image }]) => image.startsWith("daybook:"));
    expect(own.map(([name]) => name)).toEqual(["migrate", "api", "worker"]);
    for (const [, { environment = {}, read_only }] of own) {
      expect(Object.keys(environment).filter((name) => !SETTINGS.has(name))).toEqual([]);
      expect(read_only).toBe(true);
    }
    const asked = [...(await textOf("deploy/docker/compose.yaml")).matchAll(/\$\{(\w+)/g)].map(
      ([, name]) => name,
    );
    const given = [...(await textOf("deploy/docker/env.example")).matchAll(/^(\w+)=/gm)].map(
      ([, name]) => name,
    );
    expect([...new Set(asked)].toSorted(compare)).toEqual(given.toSorted(compare));
  });

  test("of the compose file with secrets are settings, of secrets that it mounts (SECR-001)", async () => {
    const { services, secrets } = parse(await textOf("deploy/docker/secrets.yaml")) as {
      services: Readonly<Record<string, { environment: Environment; secrets: readonly string[] }>>;
      secrets: object;
    };
    for (const { environment, secrets: mounted } of Object.values(services)) {
      expect(Object.keys(environment).filter((name) => !SETTINGS.has(name))).toEqual([]);
      expect(Object.values(environment)).toEqual(mounted.map((name) => `/run/secrets/${name}`));
      expect(mounted).toEqual(Object.keys(secrets));
    }
  });

  test("that the image runs or copies are among the files that its build is given", async () => {
    const named = [
      ...(await textOf("Dockerfile")).matchAll(/\b(?:node|COPY) ((?:[\w.-]+\/)*[\w.-]+\.(?:[jt]s|json))\b/g),
    ].map(([, path]) => path ?? "");
    expect(named).toEqual(
      expect.arrayContaining(["deploy/npm/slim.ts", "deploy/npm/pack.ts", "package.json"]),
    );
    expect(named.filter((path) => !isGivenToImage(path))).toEqual([]);
    expect(isGivenToImage("deploy/systemd/daybook.service")).toBe(false);
  });

  test("of the chart and the image are settings of the service", async () => {
    const { settings } = parse(await textOf("deploy/helm/daybook/values.yaml")) as { settings: Environment };
    const image = [...(await textOf("Dockerfile")).matchAll(/\b([A-Z][A-Z_]+)=/g)].map(([, name]) => name);
    const names = [...Object.keys(settings), "METRICS_PORT", ...image];
    expect(names.filter((name) => !SETTINGS.has(name ?? ""))).toEqual(["NODE_ENV"]);
  });

  test("of the chart let programs of the cluster ask under the names of its service", async () => {
    const [service, given] = await Promise.all(
      ["service", "settings"].map((name) => textOf(`deploy/helm/daybook/templates/${name}.yaml`)),
    );
    expect(service).toContain("name: {{ .Release.Name }}\n");
    expect(given).toMatch(
      /ALLOWED_HOSTS: \{\{ printf "%s,%s,%s\.svc,%s\.svc\.cluster\.local" \.Release\.Name \$service /,
    );
  });

  test("of the chart replace the pods of both parts when they or a secret change", async () => {
    const [helpers = "", ...parts] = await Promise.all(
      ["_helpers.tpl", "api.yaml", "worker.yaml"].map((name) =>
        textOf(`deploy/helm/daybook/templates/${name}`),
      ),
    );
    for (const part of parts)
      expect(part).toMatch(/annotations:\n +\{\{- include "daybook\.changes" \. \| nindent 8 \}\}/);
    const [, changes = ""] = /define "daybook\.changes" -\}\}\n(.*?)\n\{\{- end \}\}\n$/s.exec(helpers) ?? [];
    expect(changes).toContain('include (print .Template.BasePath "/settings.yaml") . | sha256sum');
    // Each secret that a pod takes: by its environment, and by files.
    for (const secret of [".Values.existingSecret", ".Values.secretFiles.name"]) {
      expect(helpers.replace(changes, "")).toContain(`with ${secret}`);
      expect(changes).toContain(secret);
    }
  });

  test("of the units are settings of the service", async () => {
    const units = (await readdir(join(ROOT, "deploy/systemd"))).filter((name) => name.endsWith(".service"));
    expect(units.length).toBe(4);
    for (const name of units) {
      const set = [...(await textOf(`deploy/systemd/${name}`)).matchAll(/^Environment=(\w+)=/gm)];
      expect(set.length).toBeGreaterThan(0);
      expect(set.filter(([, variable]) => !SETTINGS.has(variable))).toEqual([]);
    }
  });
});

function compare(a: string | undefined, b: string | undefined): number {
  return (a ?? "") < (b ?? "") ? -1 : 1;
}

describeWith(outsideProgram("systemd-analyze"), "systemd", () => {
  test("finds no fault in the units", async () => {
    const folder = join(ROOT, "deploy/systemd");
    const units = (await readdir(folder)).map((name) => join(folder, name));
    expect(run("systemd-analyze", ["verify", "--man=no", ...units])).toEqual({ code: 0, output: "" });
  });
});

describeWith(outsideProgram("caddy", "version"), "Caddy", () => {
  test("accepts its configuration file", () => {
    const { code, output } = run("caddy", ["validate", "--config", join(ROOT, "deploy/proxy/Caddyfile")]);
    expect([code, output]).toEqual([0, expect.stringContaining("Valid configuration")]);
  });
});

describeWith(outsideProgram("nginx", "-v"), "nginx", () => {
  test("forwards requests with its configuration file, but not to the metrics", LONG, async () => {
    const service = await ownService(await ownPlace(), undefined, {
      TRUST_PROXY: "1",
      PUBLIC_URL: "https://books.example.com",
    });
    const folder = await newFolder();
    await mkdir(join(folder, "temp"));
    const [key, certificate] = [join(folder, "key.pem"), join(folder, "certificate.pem")];
    const made = run("openssl", [
      ..."req -x509 -newkey rsa:2048 -nodes -days 1 -subj /CN=books.example.com".split(" "),
      "-keyout",
      key,
      "-out",
      certificate,
    ]);
    expect(made.code).toBe(0);
    const [port, plainPort] = [await freePort(), await freePort()];
    const server = (await textOf("deploy/proxy/nginx.conf"))
      .replace("127.0.0.1:4100", new URL(service.base).host)
      .replace(/^ *server 127.0.0.1:4102.*$/m, "")
      .replace(/ssl_certificate .*/, `ssl_certificate ${certificate};`)
      .replace(/ssl_certificate_key .*/, `ssl_certificate_key ${key};`)
      .replace("listen 443 ssl http2", `listen 127.0.0.1:${port} ssl http2`)
      .replace("listen 80;", `listen 127.0.0.1:${plainPort};`);
    const temp = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"].map(
      (name) => `${name}_temp_path ${join(folder, "temp", name)};`,
    );
    const config = join(folder, "nginx.conf");
    await writeFile(
      config,
      `pid ${join(folder, "pid")}; error_log ${join(folder, "log")}; events {} http { access_log off; ${temp.join(" ")}\n${server}\n}`,
    );
    expect(run("nginx", ["-t", "-c", config])).toMatchObject({ code: 0 });
    expect(run("nginx", ["-c", config])).toMatchObject({ code: 0 });
    try {
      const ask = (path: string) =>
        run("curl", [
          "-sk",
          "-o",
          "/dev/null",
          "-w",
          "%{http_code}",
          "--resolve",
          `books.example.com:${port}:127.0.0.1`,
          `https://books.example.com:${port}${path}`,
        ]).output;
      expect([ask("/api/v1/company"), ask("/docs"), ask("/metrics"), ask("/readyz")]).toEqual([
        "401",
        "200",
        "404",
        "404",
      ]);
    } finally {
      run("nginx", ["-s", "stop", "-c", config]);
    }
  });
});
