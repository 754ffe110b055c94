/** The folders of `src/` that may use Node.js and its clock. The build and lint read this list; all else runs in browsers. */
export const nodeFolders = ['command/', 'server/'];
