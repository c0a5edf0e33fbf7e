// What the build provides beyond TypeScript's own knowledge.
/// <reference types="vite/client" />
interface ImportMetaEnv {
  /** Address of the API where it is not the page's own. */
  readonly VITE_API_URL?: string;
  /** Of the build: what all its catalogues are named by. */
  readonly UNO_CATALOGUES?: string;
}
