/** Settings: what each takes, and the sentence that refuses anything else. */
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import { fileVariable, readConfig, SETTINGS, settingsOfWork } from "./config.ts";

const REFUSED: readonly (readonly [variable: string, values: readonly string[], sentence: RegExp])[] = [
  ["DAYBOOK_COMPANY", ["acme", "comp_", "acct_1"], /^DAYBOOK_COMPANY must be the id of a company, such as/],
  ["PORT", ["many", "-1", "65536", "80.5", "0x50"], /^PORT must be a whole number from 0 to 65535$/],
  [
    "DATABASE_CONNECTIONS",
    ["0", "1001", "ten"],
    /^DATABASE_CONNECTIONS must be a whole number from 1 to 1000$/,
  ],
  [
    "DATABASE_URL",
    [
      "postgres://",
      "postgresql://",
      "mysql://127.0.0.1/books",
      "127.0.0.1:5432",
      "postgres://127.0.0.1:99999/books",
      "postgres://one:5432,two:99999/books",
      "postgres://one,/books",
      "postgres://one,two/books?target_session_attrs=standby",
      "postgres://one/books?sslmode=prefer",
      "postgres://one/books?sslmode=verify-ca",
      "postgres://one/books?sslmode=verify-full&sslrootcert=/none/authority.pem",
      "postgres://user:pa#ss:w@ord@/x:y",
      "postgres://[::1/books",
    ],
    /^DATABASE_URL must (?:be a connection string such as postgres:|name a server between|not ask for another|have as sslmode one of|name the certificate)|^DATABASE_URL names in sslrootcert the file .none.authority.pem, which does not exist$/,
  ],
  [
    "DATABASE_REPLICAS",
    ["postgres://two:5432", "two:99999", "two,", "two/books", "user@two"],
    /^DATABASE_REPLICAS must be hosts with ports, separated by commas, such as two:5432,three:5432$/,
  ],
  [
    "DOCS_URL",
    [
      "docs.example.com",
      "ftp://docs.example.com",
      "javascript:alert(1)",
      "/docs",
      "https://docs.example.com/?a",
      "https://docs.example.com/#a",
    ],
    /^DOCS_URL must be an absolute address such as/,
  ],
  [
    "STAGING_DOMAIN",
    ["@example.com", "https://example.com", "example..com", "-example.com", "example.com/", "a b"],
    /^STAGING_DOMAIN must be a domain such as example.com/,
  ],
  [
    "EARLY_ACCESS",
    ["getCompany", "getCompany=", "=company_beta", "getCompany=a=b"],
    /^EARLY_ACCESS must be pairs such as/,
  ],
  ["DAYBOOK_CLOCK_FORCE", ["YES", "1", "true"], /^DAYBOOK_CLOCK_FORCE must be one of yes, no$/],
  [
    "REDIS_URL",
    [
      "redis://",
      "127.0.0.1:6379",
      "http://127.0.0.1",
      "redis://127.0.0.1:99999",
      "redis://127.0.0.1/abc",
      "redis://127.0.0.1:6379/1/2",
      "redis://127.0.0.1/-1",
      "redis://127.0.0.1?db=7",
    ],
    /^REDIS_URL must be an address such as redis:/,
  ],
  [
    "TRUST_PROXY",
    ["yes", "0", "10", "10.0.0.0/33", "::1/129", "10.0.0.1,", "proxy.example.com", "10.0.0.0/8/8"],
    /^TRUST_PROXY must be a number of proxies from 1 to 9, or addresses/,
  ],
  [
    "S3_ENDPOINT",
    ["s3.example.com", "ftp://s3.example.com", "https://s3.example.com/bucket", "https://s3.example.com?a"],
    /^S3_ENDPOINT must be an (absolute )?address/,
  ],
  ["S3_BUCKET", ["ab", "Files", "files/a", "-files", "a b"], /^S3_BUCKET must be the name of a bucket/],
  ["S3_REGION", ["eu central", "EU", "-"], /^S3_REGION must be the name of a region/],
  ["S3_PATH_STYLE", ["true"], /^S3_PATH_STYLE must be one of yes, no$/],
  [
    "ALLOWED_HOSTS",
    ["api:4100", "https://api", "a b", "one,,two", "*", ".api", "[::1]"],
    /^ALLOWED_HOSTS must be names such as/,
  ],
  ["LOG_LEVEL", ["loud", "INFO"], /^LOG_LEVEL must be one of/],
];

describe.each(REFUSED)("%s", (variable, values, sentence) => {
  test.each(values)("is not %s", (value) => {
    expect(() => readConfig({ [variable]: value })).toThrow(
      expect.objectContaining({ name: "ConfigProblem", message: expect.stringMatching(sentence) }),
    );
  });
});

test("keys of secrets are one or several, each once", () => {
  const [one, two] = [1, 2].map((byte) => Buffer.alloc(32, byte).toString("base64"));
  expect(readConfig({ CONNECTION_KEY: `${one}` }).connectionKey).toEqual([one]);
  expect(readConfig({ CONNECTION_KEY: `${two}, ${one}` }).connectionKey).toEqual([two, one]);
  for (const [keys, message] of [
    [
      `${one},`,
      /^CONNECTION_KEY must be 32 bytes in base64, or several of these separated by commas; make one/,
    ],
    [`${one},hidden-word`, /^CONNECTION_KEY must be 32 bytes in base64(?!.*hidden-word)/],
    [`${one},${one}`, /^CONNECTION_KEY must not have the same key twice$/],
    [
      Array.from({ length: 9 }, (_, byte) => Buffer.alloc(32, byte).toString("base64")).join(","),
      /^CONNECTION_KEY must have at most 8 keys$/,
    ],
  ] as const)
    expect(() => readConfig({ CONNECTION_KEY: keys })).toThrow(message);
});

test("names of hosts may be those of containers, in any case", () => {
  expect(readConfig({ ALLOWED_HOSTS: "daybook_api-1, Books.internal" }).allowedHosts).toEqual([
    "daybook_api-1",
    "books.internal",
  ]);
});

describe("a misspelt setting", () => {
  test.each([
    ["DATABSE_URL", "DATABASE_URL"],
    ["DATABASE_URI", "DATABASE_URL"],
    ["DAYBOOK_HOM", "DAYBOOK_HOME"],
    ["REDISURL", "REDIS_URL"],
  ])("%s is refused by name", (name, meant) => {
    expect(() => readConfig({ [name]: "x" })).toThrow(
      expect.objectContaining({
        name: "ConfigProblem",
        message: expect.stringMatching(`^${name} is not a setting. If you mean ${meant},`),
      }),
    );
  });

  test.each(["HOSTNAME", "REDIS_PORT", "MAIL", "DAYBOOK_KEY", "DAYBOOK_URL", "DATABSE"])(
    "is not seen in %s, which other programs read",
    (name) => {
      expect(readConfig({ [name]: "x" })).toEqual(readConfig({}));
    },
  );

  test("that is empty is ignored", () => {
    expect(readConfig({ DATABSE_URL: " " })).toEqual(readConfig({}));
  });
});

test("a refusal repeats nothing of a connection string", () => {
  expect(() => readConfig({ DATABASE_URL: "postgres://user:hidden-word@127.0.0.1:99999/books" })).toThrow(
    expect.objectContaining({ message: expect.not.stringContaining("hidden-word") }),
  );
});

describe("a secret in a file", () => {
  const folder = mkdtempSync(join(tmpdir(), "daybook-secrets-"));
  afterAll(() => rmSync(folder, { recursive: true }));
  const fileOf = (text: string): string => {
    const path = join(folder, "secret");
    writeFileSync(path, text);
    return path;
  };
  const refused = (environment: Record<string, string>, message: string) =>
    expect(() => readConfig(environment)).toThrow(
      expect.objectContaining({ name: "ConfigProblem", message }),
    );

  test("is taken for each setting that holds one, without its last newline (SECR-001)", () => {
    const values: Record<string, string> = {
      DATABASE_URL: "postgres://user:hidden@db.example.com/books",
      SMTP_URL: "smtp://user:hidden@mail.example.com:25",
      S3_SECRET_ACCESS_KEY: " hidden ",
      CONNECTION_KEY: Buffer.alloc(32, 1).toString("base64"),
      PLAID_SECRET: "hidden",
      REDIS_URL: "redis://:hidden@redis.example.com",
    };
    const beside = {
      MAIL_FROM: "books@example.com",
      S3_ENDPOINT: "https://s3.example.com",
      S3_BUCKET: "files",
      S3_ACCESS_KEY_ID: "id",
    };
    const secrets = Object.values(SETTINGS).filter((entry) => fileVariable(entry) !== null);
    expect(secrets.map(({ variable }) => variable).toSorted()).toEqual(Object.keys(values).toSorted());
    for (const [variable, value] of Object.entries(values))
      for (const end of ["", "\n", "\r\n"]) {
        const other = variable.startsWith("S3") ? {} : { S3_SECRET_ACCESS_KEY: "other" };
        const config = readConfig({ ...beside, ...other, [`${variable}_FILE`]: fileOf(`${value}${end}`) });
        const taken = Object.values(config).flatMap((each) => each as unknown);
        expect(taken, variable).toContain(value);
      }
  });

  test("and in its variable is refused (SECR-002)", () => {
    refused(
      { PLAID_SECRET: "hidden", PLAID_SECRET_FILE: fileOf("hidden") },
      "PLAID_SECRET and PLAID_SECRET_FILE are both set; unset one of them",
    );
    expect(readConfig({ PLAID_SECRET: " ", PLAID_SECRET_FILE: fileOf("file") }).plaidSecret).toBe("file");
  });

  test("that can't be used is refused by its file, without what it holds (SECR-003)", () => {
    const path = fileOf("");
    const names = `REDIS_URL_FILE names ${path}, which`;
    refused({ REDIS_URL_FILE: path }, `${names} is empty`);
    refused({ REDIS_URL_FILE: fileOf(" \n") }, `${names} is empty`);
    refused({ REDIS_URL_FILE: fileOf("hidden\nhidden\n") }, `${names} has several lines`);
    refused({ REDIS_URL_FILE: fileOf("h".repeat(70_000)) }, `${names} has more than 65536 bytes`);
    refused({ REDIS_URL_FILE: folder }, `REDIS_URL_FILE names ${folder}, which is a folder`);
    refused({ REDIS_URL_FILE: `${path}.none` }, `REDIS_URL_FILE names ${path}.none, which does not exist`);
    expect(() => readConfig({ REDIS_URL_FILE: fileOf("http://hidden") })).toThrow(
      /^REDIS_URL in the file \S+ must be an address such as redis:(?!.*hidden)/,
    );
    chmodSync(fileOf("redis://hidden"), 0);
    // The superuser reads every file.
    if (process.getuid?.() !== 0) refused({ REDIS_URL_FILE: path }, `${names} this user may not read`);
    rmSync(path, { force: true });
  });

  test("is misspelt like any other setting", () => {
    refused(
      { DATABSE_URL_FILE: "x" },
      "DATABSE_URL_FILE is not a setting. If you mean DATABASE_URL_FILE, correct the name; if it is for another program, unset it here",
    );
  });
});

test.each([
  [
    "DATABASE_URL",
    "postgres://user:p%40ss@db.example.com:5433/books?sslmode=require",
    "postgres://user:p%40ss@db.example.com:5433/books?sslmode=require",
  ],
  [
    "DATABASE_URL",
    "postgresql:///books?host=/var/run/postgresql",
    "postgresql:///books?host=/var/run/postgresql",
  ],
  ["DOCS_URL", "https://docs.example.com/daybook//", "https://docs.example.com/daybook"],
  ["STAGING_DOMAIN", " Staging.Example.com ", "staging.example.com"],
  ["STAGING_DOMAIN", "localhost", "localhost"],
  ["TRUST_PROXY", "2", 2],
  ["REDIS_URL", "redis://127.0.0.1/", "redis://127.0.0.1/"],
  ["REDIS_URL", "rediss://:secret@redis.example.com:6380/1", "rediss://:secret@redis.example.com:6380/1"],
])("%s takes %s", (variable, value, taken) => {
  expect(Object.values(readConfig({ [variable]: value }))).toContain(taken);
});

test("a movable clock is refused with a database server unless it is forced", () => {
  const both = { DATABASE_URL: "postgres://127.0.0.1/books", DAYBOOK_CLOCK_FILE: "offset" };
  expect(() => readConfig(both)).toThrow(
    expect.objectContaining({
      name: "ConfigProblem",
      message: "DAYBOOK_CLOCK_FILE must not be used with DATABASE_URL unless DAYBOOK_CLOCK_FORCE=yes",
    }),
  );
  expect(readConfig({ ...both, DAYBOOK_CLOCK_FORCE: "yes" })).toMatchObject({ clockForced: true });
});

test("a mail server needs to know who sends", () => {
  const mail = { SMTP_URL: "smtp://mail.example.com:25" };
  expect(() => readConfig(mail)).toThrow(
    "MAIL_FROM must be set with SMTP_URL, because a mail server asks who sends",
  );
  expect(readConfig({ ...mail, MAIL_FROM: "books@example.com" })).toMatchObject({
    mailFrom: "books@example.com",
  });
});

test("replicas are hosts of the database of a server", () => {
  const replicas = { DATABASE_REPLICAS: "Two:5432, [::1]" };
  const servers = { DATABASE_URL: "postgres://one,two/books", ...replicas };
  expect(readConfig(servers)).toMatchObject({ databaseReplicas: ["Two:5432", "[::1]"] });
  const socket = { DATABASE_URL: "postgresql:///books?host=/run", ...replicas };
  expect(readConfig(socket)).toMatchObject({ databaseReplicas: ["Two:5432", "[::1]"] });
  expect(() => readConfig(replicas)).toThrow(
    /^DATABASE_REPLICAS must not be set without DATABASE_URL; the embedded database has no standbys$/,
  );
});

describe("files by S3", () => {
  const whole = {
    S3_ENDPOINT: "https://s3.example.com/",
    S3_BUCKET: "files",
    S3_ACCESS_KEY_ID: "id",
    S3_SECRET_ACCESS_KEY: "hidden-word",
  };

  test("are used when all settings are given", () => {
    expect(readConfig(whole)).toMatchObject({
      s3Endpoint: "https://s3.example.com",
      s3Bucket: "files",
      s3Region: "us-east-1",
      s3PathStyle: true,
      objectsFolder: null,
    });
    expect(readConfig({ ...whole, S3_PATH_STYLE: "no", S3_REGION: "eu-central-1" })).toMatchObject({
      s3Region: "eu-central-1",
      s3PathStyle: false,
    });
  });

  test.each(Object.keys(whole))(
    "are refused without %s, with what is missing and nothing secret",
    (variable) => {
      const half = () => readConfig({ ...whole, [variable]: "" });
      expect(half).toThrow(
        expect.objectContaining({
          name: "ConfigProblem",
          message: expect.stringMatching(
            new RegExp(`are set, and files are stored by S3 only with ${variable} too$`),
          ),
        }),
      );
      expect(half).not.toThrow(/hidden-word/);
    },
  );

  test("and in a folder at once are refused", () => {
    expect(() => readConfig({ ...whole, OBJECTS_FOLDER: "files" })).toThrow(
      /^OBJECTS_FOLDER must not be set with S3_BUCKET/,
    );
  });
});

test("a running server takes the commands of processes that differ in where it listens and in the company", () => {
  const of = (environment: Readonly<Record<string, string>>): string =>
    settingsOfWork(readConfig(environment), environment);
  for (const alike of [{ PORT: "5000" }, { DRAIN_SECONDS: "10" }, { DAYBOOK_COMPANY: "comp_sample" }])
    expect(of(alike)).toBe(of({}));
  for (const unlike of [{ DAYBOOK_HOME: "/elsewhere" }, { PGUSER: "other" }, { S3_REGION: "eu-west-1" }])
    expect(of(unlike)).not.toBe(of({}));
});
