/** Makes one module of a TypeScript file and all that it imports: `node scripts/bundle.js ENTRY FILE`. */
import path from 'node:path';

import { build } from 'vite';

const [entry, file] = process.argv.slice(2).map((name) => path.resolve(name));
await build({
  configFile: false,
  publicDir: false,
  logLevel: 'warn',
  build: {
    target: 'es2023',
    outDir: path.dirname(file),
    emptyOutDir: false,
    lib: { entry, formats: ['es'], fileName: () => path.basename(file) },
    rolldownOptions: { external: [/^node:/] },
  },
});
