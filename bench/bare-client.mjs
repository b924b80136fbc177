// The physical limit of a run: the same calls by a loop on node:http that reads the replies and does nothing else.
import http from 'node:http';
import { performance } from 'node:perf_hooks';
import { reply } from './suite.mjs';

const [url, calls, inFlight] = [process.argv[2], Number(process.argv[3]), Number(process.argv[4])];
const { hostname, port } = new URL(url);
const agent = new http.Agent({ keepAlive: true, maxSockets: Infinity, maxFreeSockets: Infinity });
const messages = [
  { role: 'system', content: 'You answer questions about orders in JSON.' },
  { role: 'user', content: 'How long do I have to return item 1 of order A-1001?' },
];
const body = JSON.stringify({ model: 'local-free', messages, temperature: 0 });

function call() {
  return new Promise((resolve, reject) => {
    const headers = { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) };
    const request = http.request({ hostname, port, path: '/v1/chat/completions', method: 'POST', agent, headers });
    request.on('error', reject);
    request.on('response', (response) => {
      const chunks = [];
      response.on('data', (chunk) => chunks.push(chunk));
      response.on('end', () => {
        const said = JSON.parse(Buffer.concat(chunks).toString()).choices[0].message.content;
        if (said === reply) resolve();
        else reject(new Error(`the endpoint says ${said}`));
      });
    });
    request.end(body);
  });
}

let left = calls;
const start = performance.now();
await Promise.all(
  Array.from({ length: inFlight }, async () => {
    for (; left > 0;) {
      left -= 1;
      await call();
    }
  }),
);
console.log((performance.now() - start) / 1000);
agent.destroy();
