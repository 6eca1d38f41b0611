import { UserError } from './user-error.js'

/**
 * Refuses a Node.js that lacks what the code uses: a server on it would answer, and never count a member of a contended
 * list. npm only warns of it, and is not asked where node is started by itself.
 * @throws UserError
 */
export function requireNode(version = process.versions.node): void {
  const [major = 0, minor = 0] = version.split('.').map(Number)
  const isSupported = major >= 24 || (major === 22 && minor >= 13)
  if (!isSupported)
    throw new UserError(
      `Turnout needs Node.js 22.13 or a newer 22, or 24 or newer. This is ${version}. npm start and npm run admin take the one that npm ci installs.`,
    )
}
