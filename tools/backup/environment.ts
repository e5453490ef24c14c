/** The variables of a program that needs the databases alone, so that a job of it can lack everything else. */
export const databaseEnvironment = (
  environment: Readonly<Record<string, string | undefined>>,
): Record<string, string | undefined> => ({
  ...Object.fromEntries(
    Object.entries(environment).filter(([name]) => name.includes('DATABASE') || name === 'DATA_DIR'),
  ),
  DEMO: 'false',
})
