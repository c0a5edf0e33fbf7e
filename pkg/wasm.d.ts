/** The address of the file, as bundlers answer it that take it as an asset: for `init({ url })`. */
declare const url: string;
export default url;
