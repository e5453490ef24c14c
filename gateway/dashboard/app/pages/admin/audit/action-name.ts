/** True for a name that an action can have; the audit refuses others. */
export const isActionName = (name: string): boolean => /^[a-z][A-Za-z0-9]{0,99}$/.test(name)
