# The site as an image. One image serves every machine and every Supabase project: its settings come from the environment when
# it starts. docs/self-hosting.md has how to build and run it.
ARG BASE=node:24-slim

FROM ${BASE} AS build
WORKDIR /src
COPY package.json package-lock.json .npmrc ./
# Of the workspaces too: npm links them, and installs what they name.
COPY packages/countersign/package.json packages/countersign/
COPY packages/local-solana/package.json packages/local-solana/
COPY packages/local-supabase/package.json packages/local-supabase/
COPY packages/mobile-wallet/package.json packages/mobile-wallet/
RUN npm ci --no-audit --no-fund
COPY . .
# A name of this version, for browsers and balancers.
ARG DEPLOYMENT_ID
# With a key of your own (`openssl rand -base64 32`) the forms of the last version go on in this one. It is in the image
# either way, so keep the image where only your team gets it. Without one the build makes its own.
RUN --mount=type=secret,id=actions_key \
  export NEXT_SERVER_ACTIONS_ENCRYPTION_KEY="$(cat /run/secrets/actions_key 2>/dev/null)" \
  && npm run image-folder

FROM ${BASE} AS site
ARG VERSION=1.0.0
ARG REVISION=unknown
LABEL org.opencontainers.image.title="Countersign" \
  org.opencontainers.image.description="Sign in once, prove the Solana wallets you own, and let apps trust it." \
  org.opencontainers.image.licenses="MIT" \
  org.opencontainers.image.version="${VERSION}" \
  org.opencontainers.image.revision="${REVISION}"
# Nothing is installed in a running site.
RUN rm -rf /usr/local/lib/node_modules /usr/local/bin/npm /usr/local/bin/npx /usr/local/bin/corepack \
  /usr/local/bin/yarn /usr/local/bin/yarnpkg /opt/yarn*
WORKDIR /app
# Nobody in it may change it: the files are root's, and the site is not root.
COPY --from=build /src/dist ./
ENV NODE_ENV=production PORT=3000
USER 1000:1000
EXPOSE 3000
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=10s --timeout=3s --start-period=10s \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT}/api/health`).then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
CMD ["node", "server.js"]
