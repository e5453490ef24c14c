/**
 * The URL of a role's login at another place: `{SERVICE}_DATABASE_URL` names where a service's schema lives (host,
 * port, name of the database), while the login stays that of the role. Without a place it is the login's own URL.
 */
export const relocated = (login: string, place: string | undefined): string => {
  if (place === undefined) return login
  const url = new URL(place)
  const { username, password } = new URL(login)
  url.username = username
  url.password = password
  return url.href
}
