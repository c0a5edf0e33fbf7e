/** The address of the file, from bundlers that treat it as an asset: for `init({ url })`. */
declare const url: string;
export default url;
