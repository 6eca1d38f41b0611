import { readdirSync, readFileSync, readlinkSync } from 'node:fs'

/** Returns the TCP ports at which processes listen, at any address of this machine. Linux tells them. */
export function listeningPorts(pids: number[]): number[] {
  const sockets = new Set(pids.flatMap(socketsOf))
  const listening = ['tcp', 'tcp6'].flatMap((name) => readFileSync(`/proc/net/${name}`, 'utf8').split('\n'))
  const ports = listening.flatMap((line) => {
    const [, local = '', , state, , , , , , inode = ''] = line.trim().split(/\s+/)
    return state === LISTENS && sockets.has(inode) ? parseInt(local.split(':').at(-1) as string, 16) : []
  })
  return [...new Set(ports)]
}

const LISTENS = '0A'

function socketsOf(pid: number): string[] {
  const folder = `/proc/${pid}/fd`
  try {
    return readdirSync(folder).flatMap((name) => /socket:\[(\d+)\]/.exec(linkOf(`${folder}/${name}`))?.[1] ?? [])
  } catch {
    return []
  }
}

/** A file may be closed while the list of files is read. */
function linkOf(path: string): string {
  try {
    return readlinkSync(path)
  } catch {
    return ''
  }
}
