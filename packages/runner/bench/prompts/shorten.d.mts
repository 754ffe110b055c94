export declare function shorten(text: string): string;
