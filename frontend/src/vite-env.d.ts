// What the build provides beyond TypeScript's own knowledge.
/// <reference types="vite/client" />
