// Signing in by QR code: the shared core asks for codes, watches them and signs in.
export { startQrSignIn, type QrSignIn, type QrSignInState } from '@uno/core';
