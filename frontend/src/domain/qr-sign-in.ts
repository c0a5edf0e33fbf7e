// Sign-in by QR code. The shared core requests codes, watches their state and signs in.
export { startQrSignIn, type QrSignIn, type QrSignInState } from '@uno/core';
