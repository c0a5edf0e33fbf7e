// Asking a person by a code whether a measurement is theirs: the shared core shows codes, watches them and has the
// measurement given.
export { confirmPersonByQrCode, type QrSignIn, type QrSignInState } from '@uno/core';
