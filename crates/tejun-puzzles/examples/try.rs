use tejun_puzzles::pacman::{map::Map, game::Game, cover::*, plan::*, position};
use tejun_search::*;
fn run<const N: usize>(g:&Game, c: Option<&Cover>, width: usize, j: i32) {
  let w=vec![0;g.dots()];
  let p=Plan::<N>::new(g,c,&w,j);
  let t=std::time::Instant::now();
  let f=beam(&p,width,1,&Limits::default(),&mut Unwatched);
  println!("N {N} width {width} join {j} score {:?} expanded {} time {:?}", f.best.map(|b|b.score), f.stats.expanded, t.elapsed());
}
fn main(){
  let a: Vec<String> = std::env::args().collect();
  let m = Map::parse(&std::fs::read_to_string(&a[1]).unwrap()).unwrap();
  let g=Game::new(m);
  let c=Cover::new(g.maze());
  if let Some(c)=&c { let t=std::time::Instant::now(); let mut d=vec![0u64;g.dots().div_ceil(64)]; for i in 0..g.dots() {d[i/64]|=1<<(i%64);} let mut s=Scratch::default(); println!("{:?} least {} {:?}", c.estimate(&d,g.maze().start,&mut s), c.least(&d,g.maze().start,1000,100000,&mut s), t.elapsed()); }
  println!("words {} size {:?}", position::words(&g), c.as_ref().map(|c|c.size()));
  for w in a[2].split(',') { for j in a[3].split(',') {
    let (w,j)=(w.parse().unwrap(), j.parse().unwrap());
    match position::words(&g) { 0..=2=>run::<2>(&g,c.as_ref(),w,j), 3..=4=>run::<4>(&g,c.as_ref(),w,j), _=>run::<6>(&g,c.as_ref(),w,j)}
  }}
}
