/** What `bundled.js` offers to the scripts that are TypeScript. */
export declare const BUNDLED: string;
export declare function isBundled(): boolean;
