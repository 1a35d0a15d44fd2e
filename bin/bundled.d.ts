/** What `bundled.js` offers to the scripts that are TypeScript. */
export declare const BUNDLES: string;
export declare function presentBundle(): string;
export declare function bundledMain(): string | null;
