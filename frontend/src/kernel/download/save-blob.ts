// Hands a file that came from the server to the reader.
export function saveBlob(blob: Blob, fileName: string): void {
  const address = URL.createObjectURL(blob);
  const link = document.createElement('a');
  link.href = address;
  link.download = fileName;
  link.click();
  // The browser has taken over the address once the click is handled.
  setTimeout(() => {
    URL.revokeObjectURL(address);
  });
}
