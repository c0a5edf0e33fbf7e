// Types of what the build provides.
/// <reference types="vite/client" />
interface ImportMetaEnv {
  /** URL of the API, if it differs from the page's origin. */
  readonly VITE_API_URL?: string;
  /** Set by the build: the hash in the names of all catalogues. */
  readonly UNO_CATALOGUES?: string;
}
