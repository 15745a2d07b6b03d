import { readdirSync } from 'node:fs';
import { largestBodyInBytes } from './lib/http/body-limit.ts';
import { standardHeaders } from './lib/http/standard-headers.ts';

// Set by `npm run image-folder`: Next.js then also writes a folder that runs without node_modules.
const isForImage = process.env.NEXT_OUTPUT === 'standalone';
// Identifies this version when each machine builds for itself. Browsers send it and request files with it.
const deploymentId = process.env.NEXT_DEPLOYMENT_ID?.trim() || process.env.DEPLOYMENT_ID?.trim();

const fonts = readdirSync(new URL('public/fonts', import.meta.url)).filter((file) => file.endsWith('.woff2'));

/** @type {import('next').NextConfig} */
export default {
  // `npm test` builds beside a running `npm start`, in another folder.
  distDir: process.env.NEXT_DIST_DIR ?? '.next',
  ...(isForImage && {
    output: 'standalone',
    outputFileTracingRoot: import.meta.dirname,
    // Traced by Next.js, but never opened by the site.
    outputFileTracingExcludes: {
      '*': [
        './{supabase,cli,packages/{local-solana,local-supabase},e2e,lab,recipes,examples,docs,scripts,deploy}/**',
        './node_modules/{typescript,@typescript,playwright,playwright-core,@electric-sql,@node-rs}/**',
      ],
    },
  }),
  ...(deploymentId && { deploymentId }),
  poweredByHeader: false,
  // For platforms with their own server. The site's own server sets these headers itself, also on refusals.
  headers: () => [
    {
      source: '/:path*',
      headers: Object.entries(standardHeaders).map(([key, value]) => ({ key, value })),
    },
    // Font names contain their hash. Any other name gets a page, which must not be cached.
    {
      source: `/fonts/:font(${fonts.map((name) => name.replaceAll('.', '\\.')).join('|')})`,
      headers: [{ key: 'Cache-Control', value: 'public, max-age=31536000, immutable' }],
    },
  ],
  // It distinguishes its classes by name, which a bundler changes.
  serverExternalPackages: ['oidc-provider'],
  reactStrictMode: true,
  turbopack: {
    root: import.meta.dirname,
    rules: {
      // Scripts that pages have as text. Compiled once, so that every bundle has the text whose hash the policy names.
      '*.inline.ts': { loaders: ['./scripts/pages/compile-inline-script.mjs'], as: '*.js' },
      // Documents for developers of apps.
      '*.md': { loaders: ['./scripts/pages/document-loader.mjs'], as: '*.js' },
      // Imported as text, since a first visit gets the style sheet in its page.
      '*.pcss': { loaders: ['./app/style/make-sheet.mjs'], type: 'text' },
    },
    resolveAlias: {
      // Otherwise two thirds of the wallet island would be unused parts of web3.js: docs/decisions/005.
      '@solana/web3.js': { browser: './components/wallet/connect/web3-shim.ts' },
      // Otherwise two thirds of the rest would be the provider's own mobile wallet, which the site replaces: docs/decisions/026.
      '@solana-mobile/wallet-adapter-mobile': {
        browser: './components/wallet/standard/absent-mobile-adapter.ts',
      },
      // One wallet that throws would break all others: docs/decisions/005.
      '@wallet-standard/app': { browser: './components/wallet/connect/wallet-registry.ts' },
    },
  },
  // `npm test` has checked the types before it builds, and `npm start` serves what passed it.
  typescript: { ignoreBuildErrors: process.env.SKIP_TYPE_CHECK === 'on' },
  // Turns off Next.js's image optimizer: the site doesn't use it, and it would fetch any path a client names.
  images: { unoptimized: true },
  experimental: {
    serverActions: { bodySizeLimit: largestBodyInBytes },
    // A page prefetched on hover is reused for 30 seconds, the minimum of Next.js. Visited pages aren't reused, as by default.
    staleTimes: { dynamic: 0, static: 30 },
    // Bytes before minifying, three times the default: the code of every page comes in fewer files, which compress better.
    turbopackChunking: { minChunkSize: 150_000 },
  },
};
