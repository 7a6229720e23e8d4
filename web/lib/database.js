// What is too much for the browser's small storage: values in its database, by key.

/** The stores, and by what their values are found. */
const STORES = /** @type {const} */ ({ collections: "id", levels: "name" });

/** @typedef {keyof typeof STORES} Store */

/** @type {Promise<IDBDatabase> | null} */
let opening = null;

function database() {
  /** @type {Promise<IDBDatabase>} */
  const opened = (opening ??= new Promise((resolve, reject) => {
    const request = indexedDB.open("tejun", 1);
    request.onupgradeneeded = () => {
      for (const [name, keyPath] of Object.entries(STORES))
        request.result.createObjectStore(name, { keyPath });
    };
    request.onerror = () => reject(request.error);
    request.onsuccess = () => {
      const { result } = request;
      // Somebody wants to delete it.
      result.onversionchange = () => {
        result.close();
        opening = null;
      };
      resolve(result);
    };
  }));
  opened.catch(() => opening === opened && (opening = null));
  return opened;
}

/**
 * Does something with a store, as a whole or not at all.
 * @template T
 * @param {Store} name
 * @param {IDBTransactionMode} mode
 * @param {(store: IDBObjectStore) => IDBRequest<T>} act
 * @returns {Promise<T>}
 */
async function transact(name, mode, act) {
  const transaction = (await database()).transaction(name, mode);
  const request = act(transaction.objectStore(name));
  return new Promise((resolve, reject) => {
    transaction.oncomplete = () => resolve(request.result);
    transaction.onabort = () => reject(transaction.error);
  });
}

/** All values of a store. @param {Store} name @returns {Promise<any[]>} */
export const values = (name) => transact(name, "readonly", (store) => store.getAll());

/** @param {Store} name @param {object} value */
export const put = (name, value) => transact(name, "readwrite", (store) => store.put(value));

/** @param {Store} name @param {string} key */
export const remove = (name, key) => transact(name, "readwrite", (store) => store.delete(key));

/**
 * Puts what becomes of the value that is there.
 * @param {Store} name
 * @param {string} key
 * @param {(before: any) => object} change
 */
export const update = (name, key, change) =>
  transact(name, "readwrite", (store) => {
    const request = store.get(key);
    request.onsuccess = () => store.put(change(request.result));
    return request;
  });
