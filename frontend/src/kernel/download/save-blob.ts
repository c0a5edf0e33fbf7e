// Saves a file from the server to the user's device.
export function saveBlob(blob: Blob, fileName: string): void {
  const address = URL.createObjectURL(blob);
  const link = document.createElement('a');
  link.href = address;
  link.download = fileName;
  link.click();
  // The browser has started the download once the click is handled.
  setTimeout(() => {
    URL.revokeObjectURL(address);
  });
}
