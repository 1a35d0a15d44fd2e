# Daybook on Node.js, as a user without rights, on a root that can be read-only: the only folder that it writes
# is /data, for the embedded database, mail as files and stored files. See docs/operating/install.md.
FROM node:24-bookworm-slim AS console
WORKDIR /app
COPY package.json package-lock.json ./
COPY client client
COPY formula/package.json formula/
COPY console/package.json console/
RUN npm ci --ignore-scripts
COPY tsconfig.json ./
COPY console console
RUN npm run build --workspace console

FROM node:24-bookworm-slim AS build
WORKDIR /app
COPY package.json package-lock.json ./
COPY client/package.json client/
COPY formula/package.json formula/
COPY console/package.json console/
# The image has its own Node.js, so the one that npm would bring is left out.
RUN npm ci --omit=dev --ignore-scripts && rm -rf node_modules/node node_modules/node-bin-*
COPY . .
COPY --from=console /app/console/dist console/dist
RUN node deploy/npm/slim.ts && node bin/daybook.js template

FROM node:24-bookworm-slim
WORKDIR /app
COPY --from=build /app /app
RUN mkdir /data && chown node:node /data
ENV NODE_ENV=production DAYBOOK_HOME=/data HOST=0.0.0.0 PORT=4100
USER node
VOLUME /data
EXPOSE 4100
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=10s --timeout=5s --start-period=60s \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT}/livez`).then((r) => process.exit(r.ok ? 0 : 1), () => process.exit(1))"]
ENTRYPOINT ["node", "bin/daybook.js"]
CMD ["start", "--no-sample"]
