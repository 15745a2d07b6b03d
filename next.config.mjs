/** @type {import('next').NextConfig} */
export default {
  // `npm test` builds beside a running `npm start`, so it names another folder.
  distDir: process.env.NEXT_DIST_DIR ?? '.next',
  poweredByHeader: false,
  reactStrictMode: true,
  turbopack: { root: import.meta.dirname },
  // Types are checked once, by `npm run validate` and `npm test`, not again by every build.
  typescript: { ignoreBuildErrors: true },
  experimental: {
    // The largest form is a signed proof of at most 8 kB; nothing needs more.
    serverActions: { bodySizeLimit: '32kb' },
  },
};
