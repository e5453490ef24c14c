/** What may lie over the page. */
export type Sheet = 'palette' | 'more' | 'help' | 'about' | 'account' | 'wall' | 'institution'
