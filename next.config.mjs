/** @type {import('next').NextConfig} */
export default {
  // `npm test` builds beside a running `npm start`, so it names another folder.
  distDir: process.env.NEXT_DIST_DIR ?? '.next',
  poweredByHeader: false,
  reactStrictMode: true,
  turbopack: {
    root: import.meta.dirname,
    resolveAlias: {
      // Two thirds of the wallet island would be parts of web3.js that nothing here calls: docs/decisions/007.
      '@solana/web3.js': { browser: './components/wallet/web3-browser.ts' },
      // Two thirds of what is left would be the provider's own mobile wallet, whose place ours takes: docs/decisions/026.
      '@solana-mobile/wallet-adapter-mobile': {
        browser: './components/wallet/mobile/absent-mobile-adapter.ts',
      },
      // One wallet that throws would take all the others along: docs/decisions/028.
      '@wallet-standard/app': { browser: './components/wallet/wallet-registry.ts' },
    },
  },
  // Types are checked once, by `npm run validate` and `npm test`, not again by every build.
  typescript: { ignoreBuildErrors: true },
  // What every answer says, files too. The policy of a page has a nonce, so the middleware writes that one.
  headers: async () => [
    {
      source: '/:path*',
      headers: [
        { key: 'X-Content-Type-Options', value: 'nosniff' },
        // Links in mails carry a token in their query: other sites must not be told where a visitor came from.
        { key: 'Referrer-Policy', value: 'same-origin' },
        { key: 'X-Frame-Options', value: 'DENY' },
        // Wallets may open a window and answer through it; nothing else may hold on to ours.
        { key: 'Cross-Origin-Opener-Policy', value: 'same-origin-allow-popups' },
        { key: 'Permissions-Policy', value: 'camera=(), geolocation=(), microphone=(), payment=()' },
      ],
    },
  ],
  experimental: {
    // The largest form is a signed proof of at most 8 kB; nothing needs more.
    serverActions: { bodySizeLimit: '32kb' },
  },
};
