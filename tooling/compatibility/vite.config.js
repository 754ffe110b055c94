export default {
  ssr: { noExternal: true },
  build: { rollupOptions: { output: { entryFileNames: '[name].mjs' } } },
};
