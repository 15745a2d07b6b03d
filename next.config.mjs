import { readdirSync } from 'node:fs';
import { standardHeaders } from './lib/http/standard-headers.ts';

// `npm run image-folder` sets it: Next.js then also writes a folder that runs without node_modules.
const isForImage = process.env.NEXT_OUTPUT === 'standalone';
// The name of this version where each machine builds by itself. Browsers send it along, and ask for files with it.
const deploymentId = process.env.NEXT_DEPLOYMENT_ID?.trim() || process.env.DEPLOYMENT_ID?.trim();

const fonts = readdirSync(new URL('public/fonts', import.meta.url)).filter((file) => file.endsWith('.woff2'));

/** @type {import('next').NextConfig} */
export default {
  // `npm test` builds beside a running `npm start`, so it names another folder.
  distDir: process.env.NEXT_DIST_DIR ?? '.next',
  ...(isForImage && {
    output: 'standalone',
    outputFileTracingRoot: import.meta.dirname,
    // What Next.js traces by reading, and the site never opens.
    outputFileTracingExcludes: {
      '*': [
        './{supabase,cli,packages/{local-solana,local-supabase},e2e,lab,tools,examples,docs,scripts,deploy}/**',
        './node_modules/{typescript,@typescript,playwright,playwright-core,@electric-sql,@node-rs}/**',
      ],
    },
  }),
  ...(deploymentId && { deploymentId }),
  poweredByHeader: false,
  // For platforms that bring their own server: ours sets them itself, on refusals too.
  headers: () => [
    {
      source: '/:path*',
      headers: Object.entries(standardHeaders).map(([key, value]) => ({ key, value })),
    },
    // Their names have the hash of their bytes. Under any other name a page answers.
    {
      source: `/fonts/:font(${fonts.map((name) => name.replaceAll('.', '\\.')).join('|')})`,
      headers: [{ key: 'Cache-Control', value: 'public, max-age=31536000, immutable' }],
    },
  ],
  // It tells its own classes apart by their names, which a bundler changes.
  serverExternalPackages: ['oidc-provider'],
  reactStrictMode: true,
  turbopack: {
    root: import.meta.dirname,
    rules: {
      // The style sheet is a text of ours, which a first visit has in its page.
      '*.pcss': { loaders: ['./app/style/make-sheet.mjs'], type: 'text' },
    },
    resolveAlias: {
      // Two thirds of the wallet island would be parts of web3.js that nothing here calls: docs/decisions/005.
      '@solana/web3.js': { browser: './components/wallet/connect/web3-shim.ts' },
      // Two thirds of what is left would be the provider's own mobile wallet, whose place ours takes: docs/decisions/026.
      '@solana-mobile/wallet-adapter-mobile': {
        browser: './components/wallet/mobile/absent-mobile-adapter.ts',
      },
      // One wallet that throws would take all the others along: docs/decisions/005.
      '@wallet-standard/app': { browser: './components/wallet/connect/wallet-registry.ts' },
    },
  },
  // Types are checked once, by `npm run validate` and `npm test`, not again by every build.
  typescript: { ignoreBuildErrors: true },
  // Nobody uses Next's picture server, so there is none: it would fetch any path it is told to.
  images: { unoptimized: true },
  experimental: {
    // The largest form is a signed proof of at most 8 kB with an icon of 16 kB; nothing needs more.
    serverActions: { bodySizeLimit: '32kb' },
    // A page that was fetched because someone pointed at it is shown for half a minute, the least that Next.js knows.
    // Of a page that was visited nothing is kept, as by default.
    staleTimes: { dynamic: 0, static: 30 },
    // In bytes before minifying, three times the default: what every page needs comes in fewer files, which compress better.
    turbopackChunking: { minChunkSize: 150_000 },
  },
};
