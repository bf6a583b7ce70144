import { defineConfig } from "vitest/config";

// Where `npm run dev` finds a daemon; pages it serves itself need none of this.
const daemon = process.env["CARDROOM_URL"] ?? "http://127.0.0.1:8080";

export default defineConfig({
  base: "/",
  esbuild: { jsx: "automatic", jsxImportSource: "preact" },
  build: {
    target: "es2020",
    // The daemon's content security policy allows nothing inline.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
  },
  // The daemon accepts pages of its own host only, so the proxy has to come from there.
  server: { proxy: { "/ws": { target: daemon, ws: true, changeOrigin: true, headers: { origin: daemon } } } },
  test: { include: ["test/**/*.test.ts"], environment: "node", isolate: false },
});
