import { existsSync } from 'node:fs'
import { copyFile, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { demo } from '../../local/demo.js'
import { documented } from './documented.js'
import { pythonIn, run } from './python.js'
import { startLabServer } from './server.js'

/*
 * `npm run lab:generators` makes clients of the OpenAPI document with released generators, compiles them, and lets
 * each create an event and list events on a local server; some record an RSVP. A word behind it names the generators
 * that are wanted. The lines of docs/api/generated-clients.md run as they are. It needs the network for the generators,
 * Java with Maven, Go, Ruby, PHP and Python. A generator whose language is not on this machine is left out, and the
 * table says so.
 */

const OPENAPI_GENERATOR = '7.14.0'
const OAPI_CODEGEN = 'v2.8.2'
const OPENAPI_PYTHON_CLIENT = '0.29.1'

const PROGRAMS = resolve(import.meta.dirname, 'generators')
const CACHE = resolve('.cache/lab')

/** The input of a generator: a folder of its own, the document, and the arguments of the programs. */
interface Work {
  folder: string
  document: string
  target: [url: string, key: string]
}

interface Generator {
  name: string
  /** Programs that must be on the PATH. */
  needs: string[]
  /** @throws Error what hindered it */
  use: (work: Work) => Promise<void>
}

const generators: Generator[] = [
  {
    name: `openapi-generator ${OPENAPI_GENERATOR}, Python`,
    needs: ['java', 'mvn', 'python3'],
    use: generatedPython,
  },
  { name: `openapi-generator ${OPENAPI_GENERATOR}, Go`, needs: ['java', 'mvn', 'go'], use: generatedGo },
  { name: `openapi-generator ${OPENAPI_GENERATOR}, Java`, needs: ['java', 'mvn'], use: generatedJava },
  {
    name: `openapi-generator ${OPENAPI_GENERATOR}, Ruby`,
    needs: ['java', 'mvn', 'ruby'],
    use: generatedRuby,
  },
  { name: `openapi-generator ${OPENAPI_GENERATOR}, PHP`, needs: ['java', 'mvn', 'php'], use: generatedPhp },
  {
    name: `openapi-generator ${OPENAPI_GENERATOR}, C#`,
    needs: ['java', 'mvn', 'dotnet'],
    use: compiledAlone,
  },
  { name: `oapi-codegen ${OAPI_CODEGEN}`, needs: ['go'], use: oapiCodegen },
  {
    name: `openapi-python-client ${OPENAPI_PYTHON_CLIENT}`,
    needs: ['python3'],
    use: openapiPythonClient,
  },
  { name: 'openapi-typescript', needs: [], use: openapiTypescript },
]

async function generatedPython({ folder, document, target }: Work) {
  await generate('python', document, `${folder}/client`)
  const { python, install } = await pythonIn(folder)
  await install(`${folder}/client`)
  await run(python, [`${PROGRAMS}/openapi_generator.py`, ...target], { cwd: folder })
  const [code] = await documented('python', target)
  await run(python, ['-c', `${code}assert event.title == "Rally"`], { cwd: folder })
}

async function generatedGo({ folder, document, target }: Work) {
  await generate('go', document, `${folder}/turnout`)
  // Its tests and its module are for a repository of its own.
  for (const name of ['test', 'go.mod', 'go.sum']) await rm(`${folder}/turnout/${name}`, { recursive: true })
  await runGo(folder, 'openapi_generator.go', target)
}

/** A program beside the generated code, which Maven compiles and runs. */
async function generatedJava({ folder, document, target }: Work) {
  const client = `${folder}/client`
  await generate('java', document, client, '--library', 'native')
  await copyFile(`${PROGRAMS}/OpenapiGenerator.java`, `${client}/src/main/java/OpenapiGenerator.java`)
  const runs = ['-Dexec.mainClass=OpenapiGenerator', `-Dexec.args=${target.join(' ')}`]
  const plugin = 'org.codehaus.mojo:exec-maven-plugin:3.1.0:java'
  await run('mvn', ['-q', '-B', '-Dmaven.test.skip=true', 'compile', plugin, ...runs], { cwd: client })
}

/** Ruby needs the packages typhoeus and marcel. */
async function generatedRuby({ folder, document, target }: Work) {
  await generate('ruby', document, `${folder}/client`, '--additional-properties', 'gemName=openapi_client')
  await run('ruby', [`${PROGRAMS}/openapi_generator.rb`, ...target, `${folder}/client`])
}

/** PHP needs Guzzle, where Debian has it. */
async function generatedPhp({ folder, document, target }: Work) {
  await generate('php', document, `${folder}/client`)
  await run('php', [`${PROGRAMS}/openapi_generator.php`, ...target, `${folder}/client`])
}

async function compiledAlone({ folder, document }: Work) {
  await generate('csharp', document, `${folder}/client`)
  await run('dotnet', ['build', `${folder}/client`])
}

async function oapiCodegen({ folder, document, target }: Work) {
  await mkdir(`${folder}/turnout`)
  const tool = `github.com/oapi-codegen/oapi-codegen/v2/cmd/oapi-codegen@${OAPI_CODEGEN}`
  const options = ['-generate', 'types,client', '-package', 'turnout', '-o', `${folder}/turnout/client.go`]
  await run('go', ['run', tool, ...options, document], { cwd: folder })
  await runGo(folder, 'oapi_codegen.go', target)
  const [lines, withKey] = await documented('go', target)
  const imports = '"context"\n"net/http"\n"example.org/lab/turnout"'
  const check = 'if err != nil || event.HALJSON200 == nil { panic(event.Status()) }'
  const main = `func main() {\nctx := context.Background()\n${lines}\n${check}\n}`
  await writeFile(`${folder}/main.go`, `package main\nimport (\n${imports}\n)\n${withKey}\n${main}\n`)
  await run('go', ['run', '.'], { cwd: folder })
}

async function openapiTypescript({ document, target }: Work) {
  // Packages are found from within the project.
  const own = `${CACHE}/typescript`
  await mkdir(own, { recursive: true })
  await run('node_modules/.bin/openapi-typescript', [document, '-o', `${own}/turnout.d.ts`])
  const [code] = await documented('ts', target)
  await writeFile(
    `${own}/main.mts`,
    `${code}if (data?.title !== 'Rally') throw new Error('There is no event')\n`,
  )
  const options = ['--noEmit', '--strict', '--skipLibCheck', '--module', 'nodenext', '--target', 'es2023']
  await run('node_modules/.bin/tsc', [...options, '--ignoreConfig', `${own}/main.mts`])
  await run('node_modules/.bin/tsx', [`${own}/main.mts`])
}

async function openapiPythonClient({ folder, document, target }: Work) {
  const { python, install } = await pythonIn(folder)
  await install(`openapi-python-client==${OPENAPI_PYTHON_CLIENT}`)
  const options = ['generate', '--meta', 'none', '--path', document, '--output-path', `${folder}/turnout`]
  await run(`${folder}/venv/bin/openapi-python-client`, options)
  // Python finds packages beside the program.
  await copyFile(`${PROGRAMS}/openapi_python_client.py`, `${folder}/main.py`)
  await run(python, [`${folder}/main.py`, ...target])
}

/** Runs openapi-generator, which Maven fetches once. */
async function generate(language: string, document: string, out: string, ...more: string[]) {
  const jar = `${CACHE}/openapi-generator-cli-${OPENAPI_GENERATOR}.jar`
  if (!existsSync(jar)) {
    const artifact = `-Dartifact=org.openapitools:openapi-generator-cli:${OPENAPI_GENERATOR}`
    await run('mvn', ['-q', '-B', 'dependency:copy', artifact, `-DoutputDirectory=${CACHE}`])
  }
  const named = more.includes('gemName=openapi_client') || language === 'java' || language === 'php'
  const name = named ? [] : ['--package-name', 'turnout']
  const options = ['generate', '-g', language, '-i', document, '-o', out, ...name, ...more]
  await run('java', ['-jar', jar, ...options], { maxBuffer: 64 * 1024 * 1024 })
}

/** Compiles a program with the generated package and runs it. */
async function runGo(folder: string, program: string, target: string[]) {
  await copyFile(`${PROGRAMS}/${program}`, `${folder}/main.go`)
  await writeFile(`${folder}/go.mod`, 'module example.org/lab\n\ngo 1.24\n')
  await run('go', ['mod', 'tidy'], { cwd: folder })
  await run('go', ['run', '.', ...target], { cwd: folder })
}

const isThere = (program: string) =>
  run('/bin/sh', ['-c', `command -v ${program}`]).then(
    () => true,
    () => false,
  )

/** The end of what a program wrote when it failed, which has the reason. */
const lastLines = (error: unknown) =>
  String((error as { stderr?: string }).stderr || error)
    .trim()
    .split('\n')
    .slice(-12)
    .join('\n  ')

const folder = await mkdtemp(join(tmpdir(), 'lab-'))
await mkdir(CACHE, { recursive: true })
const server = await startLabServer(folder)
try {
  const document = `${folder}/openapi.json`
  await writeFile(document, await (await fetch(`${server.url}/api/v2/openapi.json`)).text())
  const asked = process.argv[2] ?? ''
  for (const [i, { name, needs, use }] of generators.entries()) {
    if (!name.includes(asked)) continue
    const found = await Promise.all(needs.map(isThere))
    const missing = needs.filter((_, at) => !found[at])
    const own = `${folder}/${i}`
    await mkdir(own)
    const result = missing.length
      ? `left out: there is no ${missing.join(', ')}`
      : await use({ folder: own, document, target: [server.url, demo.group.key] }).then(
          () => 'works',
          (error: unknown) => {
            process.exitCode = 1
            return `FAILS: ${lastLines(error)}`
          },
        )
    console.log(`${name.padEnd(40)} ${result}`)
  }
} finally {
  await server.stop()
  await rm(folder, { recursive: true, force: true })
}
