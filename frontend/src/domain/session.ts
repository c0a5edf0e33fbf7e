// Signing in and out, and who is signed in, as the shared core keeps it in its cookies.
export { authority, noteActivity, onSessionChange, signIn, signOut } from '@uno/core/bundler';
