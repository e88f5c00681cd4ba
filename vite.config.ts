import { basename } from 'node:path';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';
import { artPlugin } from './scripts/build/art.ts';
import { siteFonts } from './scripts/build/fonts.ts';
import { homesAsData } from './scripts/build/homes-as-data.ts';
import { markdownDocuments } from './scripts/build/markdown.ts';
import { siteConfigBlock } from './scripts/build/site-config-block.ts';

/** The site's server, which `npm run dev` runs beside Vite's own, and tells the ports of both. */
const server = `http://localhost:${process.env['PORT'] || '3000'}`;
const clientPort = Number(process.env['CLIENT_PORT'] || '5173');

/** `/sound-lab` while `npm run dev` runs: the listening page for makers (docs/sound.md). The build has none. */
function soundLab(): Plugin {
  return {
    name: 'sound-lab',
    apply: 'serve',
    configureServer({ middlewares }) {
      middlewares.use((request, _response, next) => {
        if (request.url === '/sound-lab') request.url = '/sound/lab/index.html';
        next();
      });
    },
  };
}

/**
 * Writes which file every screen went into, beside Vite's manifest: that knows only those screens that are a file of
 * their own.
 */
function screenFiles(): Plugin {
  return {
    name: 'screen-files',
    apply: 'build',
    generateBundle(_options, bundle) {
      const screens: Record<string, string> = {};
      for (const chunk of Object.values(bundle)) {
        if (chunk.type !== 'chunk') continue;
        for (const id of chunk.moduleIds) {
          const screen = /client\/(screens\/.*Screen\.tsx)$/.exec(id)?.[1];
          if (screen) screens[screen] = chunk.fileName;
        }
      }
      this.emitFile({ type: 'asset', fileName: '.vite/screens.json', source: JSON.stringify(screens) });
    },
  };
}

/**
 * Vite calls every `import()` through a helper that first preloads what the file needs. Here it never finds anything: preloading
 * is off and there is one stylesheet. Every first load would carry 0.8 kB of it.
 */
function plainImports(): Plugin {
  return {
    name: 'plain-imports',
    enforce: 'pre',
    apply: 'build',
    load: {
      filter: { id: /^\0vite\/preload-helper\.js$/ },
      handler: () => 'export const __vitePreload = (load) => load();',
    },
  };
}

/** What every page needs, or nearly every. */
const everywhere = new RegExp(
  [
    'vite/preload-helper',
    'node_modules/(react|react-dom|react-router|scheduler)/',
    String.raw`client/(main|routes|config|facts|tab-memory)\.tsx?$`,
    'client/(shell|styles)/',
    'client/ui/(?!Text|Success|Email|Password|CheckBox|Empty|Load|FlowForm|fault|mistyped|use-(loaded|task|flow|step-focus|hydrated))',
    String.raw`client/cart/(CartLink|cart|cart-store|cart-storage)\.`,
    String.raw`client/content/(Document|LateDetails|late|with-facts)\.`,
    String.raw`client/(content/(Door|door-of)|sound/(ListenButton|use-listening|world|scenes/load-scene))\.`,
    String.raw`shared/(adventures|catalogue|fill-facts|routes|site|money)\.`,
    String.raw`shared/homes/(facts|demo|links)\.`,
  ].join('|'),
);

export default defineConfig({
  root: 'client',
  plugins: [
    react(),
    siteConfigBlock(server),
    soundLab(),
    plainImports(),
    screenFiles(),
    homesAsData(),
    markdownDocuments(),
    artPlugin(),
    siteFonts(),
  ],
  // amazon-cognito-identity-js was written for bundlers that name the global object `global`.
  // `require`: it asks for Node's crypto where a browser has none.
  define: { global: 'globalThis', 'typeof require': '"undefined"' },
  css: {
    modules: {
      // No two stylesheets have one name. Vite's hashes would cost each page 0.7 kB, packed: nothing predicts them.
      generateScopedName: (name, file) => `${basename(file, '.module.css')}-${name}`,
    },
  },
  // The sound's worker brings one world's makers, not all.
  worker: { format: 'es' },
  server: {
    port: clientPort,
    // The site lets checkouts begin at this origin alone.
    strictPort: true,
    // Vite serves client/api/*.ts below /api as well; those are modules, not calls.
    proxy: { '^/api/(?![^?]*\\.tsx?(?:\\?|$))': server, '^/qr/': server },
  },
  build: {
    outDir: '../dist/client',
    emptyOutDir: true,
    manifest: true,
    cssCodeSplit: false,
    // Everything stays a file of its own: the pages' policy allows no data: addresses.
    assetsInlineLimit: 0,
    rolldownOptions: {
      // React Router wraps a component in `memo` where it is loaded. To the bundler that may do anything, so all of the router that
      // renders routes stayed in, which nothing here uses: a twentieth of the first load.
      treeshake: { manualPureFunctions: ['import_react.memo'] },
      // How long our own plug-ins take is no fault to be told of at every build.
      checks: { pluginTimings: false },
      preserveEntrySignatures: 'allow-extension',
      output: {
        // Every page carries the names of all the screens it may load: the shortest hash that tells them apart will do, and the
        // manifest says whose it is.
        chunkFileNames: ({ isDynamicEntry }) => `assets/${isDynamicEntry ? '' : '[name]-'}[hash:7].js`,
        // What every page needs is one file: forty small ones compress worse and arrive later.
        codeSplitting: {
          groups: [
            { name: 'site', test: everywhere, priority: 1 },
            {
              name: 'worlds',
              test: /client\/(screens\/games\/|sound\/(ListenBlock|PosterStage|posters)\.)|adventures\/[^/]+\/sound\/poster\./,
            },
            { name: 'company', test: /client\/screens\/company\// },
            { name: 'news', test: /client\/screens\/news\/|shared\/(homes\/)?press\./ },
            { name: 'legal', test: /client\/screens\/legal\// },
            // The screens of an area and what they share come in one file, not in four of a few hundred bytes.
            {
              name: 'shelf',
              test: /shared\/(product-words|homes\/shop)\.|client\/(screens\/shop\/(?!ProductAbout|NextDrawing)|cart\/(AddToCart|Cover|ProductTitle|same-press|use-owned-products)\.)/,
            },
            // What a product's page says below its first screen comes after everything else, in one file.
            {
              name: 'product',
              test: /client\/screens\/shop\/(ProductAbout|NextDrawing)\.|adventures\/[^/]+\/product\.md|shared\/(one-by-one|homes\/news)\./,
            },
            {
              name: 'account',
              test: /client\/(tab-memory\.|(api|auth)\/(?!cognito|sessions|passkeys(?!-memory)))|shared\/(identity-input|unlocks|homes\/grants)\./,
            },
            {
              name: 'checkout',
              test: /client\/(cart\/(CartLines|use-checkout)|screens\/checkout\/NeedsScript)\./,
            },
          ],
        },
      },
    },
    // First loads have preload links in their HTML, and pointing at a link fetches its screen; the list of every chunk's
    // own chunks would cost each page 1.3 kB.
    modulePreload: false,
    reportCompressedSize: false,
  },
});
