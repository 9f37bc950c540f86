import { join } from 'node:path'
import pg from 'pg'
import { AppNode, type NodeSettings } from './app-node.ts'
import type { Build } from './builds.ts'
import { type Cluster, dropDatabase, createDatabase, urlOf } from './postgres-cluster.ts'
import { type Findings, type Lab, resultsFolder } from '../experiment.ts'
import { type Answer, type HttpRequest, cookieOf } from './http.ts'
import { checkInvariants } from '../check-invariants.ts'
import { type Proxy, startProxy } from './fault-proxy.ts'

export type TestSystemOptions = {
  row: string
  nodes?: number
  /** If true, a fault proxy sits between the nodes and their database. */
  proxied?: boolean
  preload?: string
  env?: Record<string, string>
  /** Extra environment variables of single nodes, by node name. */
  nodeEnv?: Record<string, Record<string, string>>
  /** True if this experiment provokes error logs on purpose. */
  mayLogErrors?: boolean
}

/** A user account with its session. */
export type Person = { id: number; username: string; cookie: string }

/** A system under test: a fresh database, its nodes, and a signed-in first account. */
export type TestSystem = {
  nodes: AppNode[]
  proxy: Proxy | undefined
  /** A direct database connection, not through the proxy, for measuring. */
  database: pg.Pool
  admin: Person
  /** The next node, round robin. */
  turn(): AppNode
  /** A call to the next node, by default as the administrator. */
  call(request: HttpRequest): Promise<Answer>
  /** A call that must succeed; returns the response body. */
  must(request: HttpRequest): Promise<Record<string, unknown>>
  /** Signs up a new account, which gets the default role. */
  signUp(username: string): Promise<Person>
  /** Starts another build on the same database; it takes no turns and ends with the world. */
  startBuild(name: string, build: Build): Promise<AppNode>
  /** Stops the nodes, after which the database statistics are complete. */
  stop(): Promise<void>
}

/** The part of a world needed to set up calls; it may also run in this process. */
export type SetupClient = Pick<TestSystem, 'call' | 'must' | 'signUp'> & {
  database: Pick<pg.Pool, 'query'>
  turn(): Pick<AppNode, 'call'>
}

export const password = 'brass lantern 41 harbour'

/** Runs an experiment in its own test system, checks the invariants at its end, and removes it. */
export async function withTestSystem(
  lab: Lab,
  findings: Findings,
  options: TestSystemOptions,
  work: (world: TestSystem) => Promise<void>,
): Promise<void> {
  const cluster = lab.cluster as Cluster
  const name = `prizm_lab_${options.row.toLowerCase()}_${process.pid}_${lab.seed}`
  await createDatabase(cluster, name)
  const database = new pg.Pool({ connectionString: urlOf(cluster, name), max: 4 })
  database.on('error', () => {})
  const proxy = options.proxied ? await startProxy(cluster.port) : undefined
  const url = urlOf(cluster, name, proxy?.port)
  const nodes: AppNode[] = []
  const extraNodes: AppNode[] = []
  const startBuild = async (node: string, { root }: Build) => {
    const other = await AppNode.start({ ...settingsOf(lab, options, url)(node), root })
    extraNodes.push(other)
    return other
  }
  try {
    nodes.push(...(await startNodes(lab, options, url)))
    await work(await testSystemOf({ nodes, proxy, database, startBuild }))
    await checkInvariants(database, findings)
    if (!options.mayLogErrors) findings.none('errors in the log', errorsOf(nodes))
  } finally {
    await Promise.all([...nodes, ...extraNodes].map((node) => node.stop()))
    await proxy?.close()
    await database.end()
    await dropDatabase(cluster, name)
  }
}

/** All nodes start concurrently on an empty database: one migrates and the others wait. */
function startNodes(lab: Lab, options: TestSystemOptions, url: string): Promise<AppNode[]> {
  const names = ['A', 'B', 'C', 'D'].slice(0, options.nodes ?? 2)
  return Promise.all(names.map((name) => AppNode.start(settingsOf(lab, options, url)(name))))
}

function settingsOf(lab: Lab, options: TestSystemOptions, url: string) {
  return (name: string): NodeSettings => ({
    name,
    env: { DATABASE_URL: url, ...options.env, ...options.nodeEnv?.[name] },
    preload: options.preload,
    logFile: join(resultsFolder, `${options.row}-seed${lab.seed}-${name}.log`),
  })
}

type Parts = Pick<TestSystem, 'nodes' | 'proxy' | 'database' | 'startBuild'>

async function testSystemOf(parts: Parts): Promise<TestSystem> {
  let turns = 0
  const turn = () => parts.nodes[turns++ % parts.nodes.length] as AppNode
  const register = (username: string) => signUp(turn(), username)
  const admin = await register('lab-admin')
  const ask = (request: HttpRequest) => turn().call({ as: admin.cookie, ...request })
  const must = async (request: HttpRequest) => {
    const answer = await ask(request)
    if (answer.status >= 200 && answer.status < 300) return answer.body
    throw new Error(
      `${request.method} ${request.path}: ${answer.status} ${answer.text.slice(0, 300)}`,
    )
  }
  const stop = async () => void (await Promise.all(parts.nodes.map((node) => node.stop())))
  return { ...parts, admin, turn, call: ask, must, signUp: register, stop }
}

/** Signs up an account at a node. */
export async function signUp(node: AppNode, username: string): Promise<Person> {
  const { setupToken } = node
  const who = { username, email: `${username}@example.com`, password }
  const body = { ...who, ...(setupToken && { setupToken }) }
  const answer = await node.call({ method: 'POST', path: '/api/register', body })
  const cookie = cookieOf(answer)
  const { id } = answer.body
  if (answer.status !== 201 || !cookie || typeof id !== 'number') {
    throw new Error(`Sign-up failed: ${answer.status} ${answer.text.slice(0, 300)}`)
  }
  return { id, username, cookie }
}

function errorsOf(nodes: readonly AppNode[]): string[] {
  return nodes.flatMap((node) => node.errors.map((line) => `${node.name}: ${line.slice(0, 160)}`))
}
