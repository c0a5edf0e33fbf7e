// Lets a person confirm by QR code that a measurement is theirs. The shared core requests codes,
// watches their state and assigns the measurement.
export { confirmPersonByQrCode, type QrSignIn, type QrSignInState } from '@uno/core';
