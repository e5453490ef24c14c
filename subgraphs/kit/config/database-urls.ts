/**
 * The URL of a role's login at another place: `{SERVICE}_DATABASE_URL` names where a service's schema lives (hosts,
 * name of the database, TLS), while the login stays that of the role. Without a place it is the login's own URL.
 */
export const relocated = (login: string, place: string | undefined): string => {
  if (place === undefined) return login
  const [, user = ''] = /^[a-z]+:\/\/([^@/?#]*@)?/.exec(login) ?? []
  const passwordFile = new URLSearchParams(queryOf(login)).get('passwordfile')
  return withPasswordFile(
    place.replace(/^([a-z]+:\/\/)(?:[^@/?#]*@)?/, (_, scheme) => `${scheme}${user}`),
    passwordFile,
  )
}

const queryOf = (url: string): string => url.slice(url.indexOf('?') + 1 || url.length)

/** The URL with the file that its password is read from at each connection. */
export const withPasswordFile = (url: string, file: string | null | undefined): string =>
  file === null || file === undefined
    ? url
    : `${url}${url.includes('?') ? '&' : '?'}passwordfile=${encodeURIComponent(file)}`
