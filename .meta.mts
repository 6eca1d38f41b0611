import { build } from 'esbuild'
