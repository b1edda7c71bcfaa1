// Breaks a part of the program before the command starts. The variable BREAK names the part.
const Module = require('node:module');

const { BREAK } = process.env;
const resolve = Module._resolveFilename;

if (BREAK === 'native')
  Module._resolveFilename = function (name, ...rest) {
    if (/^@napi-rs\/canvas|^node-av/.test(name)) {
      const error = new Error(`Cannot find module '${name}'`);
      error.code = 'MODULE_NOT_FOUND';
      throw error;
    }
    return resolve.call(this, name, ...rest);
  };
if (BREAK === 'wasm')
  WebAssembly.compile = async () => {
    throw new WebAssembly.CompileError('Wasm code generation disallowed by embedder');
  };
if (BREAK === 'wasm-file')
  Module._resolveFilename = function (name, ...rest) {
    return name.endsWith('webp_dec.wasm') ? '/missing/webp_dec.wasm' : resolve.call(this, name, ...rest);
  };
