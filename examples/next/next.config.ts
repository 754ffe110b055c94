import type { NextConfig } from 'next';

const config: NextConfig = {
  // The sandbox starts a process and threads from its own files: they stay in node_modules.
  serverExternalPackages: ['@rlm/sandbox'],
};

export default config;
