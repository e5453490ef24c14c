/**
 * Puts a text on the clipboard.
 * @throws where the browser does not let the page copy: over plain HTTP it has no clipboard at all.
 */
export const copyText = async (text: string): Promise<void> => navigator.clipboard.writeText(text)
