/** Whether the server speaks another version of the protocol than this page, which has to be loaded again then. */
export const outdated = $state({ is: false });
