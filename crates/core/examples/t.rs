use tusker_core::*;
use std::time::Instant;
fn main(){
  let f=std::fs::read_to_string("/work/shared/data/turn_counts.tsv").unwrap();
  let mut g=TurnGenerator::new(); let mut bad=0; let mut n=0u64; let mut p=0u64;
  let mut tu=0.0; let mut tp=0.0; let mut tw=0.0;let mut w=0u64;
  for l in f.lines().skip(1){ let c:Vec<_>=l.split('\t').collect();
    let b:Board=c[2].trim_matches(|x|x=='['||x==']').parse().unwrap();
    let s=Color::from_letter(c[1].chars().next().unwrap()).unwrap();
    let (pos,_)=Position::lenient(b,s);
    let t=Instant::now(); let u=g.count(&pos); tu+=t.elapsed().as_secs_f64();
    let t=Instant::now(); let q=count_sequences(&pos); tp+=t.elapsed().as_secs_f64();
    if q<300000 { let t=Instant::now(); let mut x=0; walk_turns(&pos,&mut|_,_|{x+=1;true}); tw+=t.elapsed().as_secs_f64(); w+=x; if x!=q {println!("{l} {x} {q}");} }
    n+=u;p+=q;
    if u.to_string()!=c[4]||count_first_steps(&pos).to_string()!=c[3] {bad+=1; println!("{l} {u} {}",count_first_steps(&pos));}
  }
  println!("bad {bad} U {n} in {tu} = {} M/s; P {p} in {tp}; walk {} M/s",n as f64/tu/1e6, w as f64/tw/1e6);
  for (s,b) in [("g","rrrrrrrrdhcemchd                                DHCMECHDRRRRRRRR"),("g","    e   r                                     HdR    C      E   "),("g"," r rr r m h  e c r rr r h d  c dE H    M R RRHR D C  C D R RR R ")]{
   let (pos,_)=Position::lenient(b.parse().unwrap(),Color::from_letter(s.chars().next().unwrap()).unwrap()); println!("{:?}",perft(&pos,&mut g)); }
}
