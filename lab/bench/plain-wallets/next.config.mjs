import { join } from 'node:path';

/** @type {import('next').NextConfig} */
export default {
  // The project's packages, so that both pages are built by the same Next.js and React.
  turbopack: { root: join(import.meta.dirname, '..', '..', '..') },
  poweredByHeader: false,
  reactStrictMode: true,
};
