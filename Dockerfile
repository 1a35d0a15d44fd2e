# Daybook on Node.js, as a user without rights, on a root that can be read-only: the only folder that it writes
# is /data, for the embedded database, mail as files and stored files. The image holds the package of npm,
# with the versions of other packages that its npm-shrinkwrap.json names. See docs/operating/install.md.
FROM node:24-bookworm-slim AS package
WORKDIR /made
COPY package.json package-lock.json .npmrc ./
COPY client/package.json client/
COPY formula/package.json formula/
COPY words/package.json words/
COPY console/package.json console/
RUN npm ci --ignore-scripts
COPY . .
RUN node deploy/npm/slim.ts && node deploy/npm/pack.ts /package

FROM node:24-bookworm-slim AS installed
WORKDIR /app
COPY --from=package /package /package
RUN tar -xzf /package/*.tgz --strip-components=1 && npm install --omit=dev --ignore-scripts

FROM node:24-bookworm-slim
WORKDIR /app
COPY --from=installed /app /app
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
