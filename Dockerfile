# Builds the site as an image. One image serves every machine and every Supabase project: settings come from the environment at
# startup. docs/self-hosting.md explains how to build and run it.
ARG BASE=node:24-slim

FROM ${BASE} AS build
WORKDIR /src
COPY package.json package-lock.json .npmrc ./
# The workspaces' files too: npm links the workspaces and installs their dependencies.
COPY packages/countersign/package.json packages/countersign/
COPY packages/local-solana/package.json packages/local-solana/
COPY packages/local-supabase/package.json packages/local-supabase/
COPY packages/mobile-wallet/package.json packages/mobile-wallet/
RUN npm ci --no-audit --no-fund
COPY . .
# Identifies this version for browsers and load balancers.
ARG DEPLOYMENT_ID
# With your own key (`openssl rand -base64 32`), forms of the previous version keep working in this one. Otherwise the build
# generates one. The image contains the key either way, so restrict access to it.
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
# A running site installs nothing.
RUN rm -rf /usr/local/lib/node_modules /usr/local/bin/npm /usr/local/bin/npx /usr/local/bin/corepack \
  /usr/local/bin/yarn /usr/local/bin/yarnpkg /opt/yarn*
WORKDIR /app
# The site can't change its own files: they belong to root, and it runs as another user.
COPY --from=build /src/dist ./
ENV NODE_ENV=production PORT=3000
USER 1000:1000
EXPOSE 3000
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=10s --timeout=3s --start-period=10s \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT}/api/health`).then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
CMD ["node", "server.js"]
